// Queries. Some report whether anything was drawn. Chrome's own queries are complete immediately.

import { GL, isChromiumQuery, isSamplesQuery } from "../../generated/gl.ts";
import { type Context, enter } from "./context.ts";
import { generate, remove } from "./lists.ts";
import { store } from "./memory.ts";

export type Query = {
  readonly name: number;
  readonly object: WebGLQuery;
  /** The target for which the query was begun; 0 if it was not begun yet. */
  target: number;
  isActive: boolean;
};

function isTarget(context: Context, target: number): boolean {
  if (isSamplesQuery(target) || isChromiumQuery(target)) return true;
  context.error(GL.INVALID_ENUM);
  return false;
}

export const queryFunctions = {
  GenQueriesEXT(id: number, count: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    const make = (name: number) => ({ name, object: context.gl.createQuery(), target: 0, isActive: false });
    generate(context, count, to, context.queries, make);
  },

  DeleteQueriesEXT(id: number, count: number, from: number) {
    const context = enter(id);
    if (context === undefined) return;
    remove(context, count, from, context.queries, (query) => {
      if (query.isActive) context.activeQueries.delete(query.target);
      context.gl.deleteQuery(query.object);
    });
  },

  IsQueryEXT(id: number, name: number): number {
    const query = enter(id)?.queries.get(name >>> 0);
    return query !== undefined && query.target !== 0 ? 1 : 0;
  },

  BeginQueryEXT(id: number, target: number, name: number) {
    const context = enter(id);
    if (context === undefined || !isTarget(context, target)) return;
    const query = context.queries.get(name >>> 0);
    const isFree = query !== undefined && !query.isActive && (query.target === 0 || query.target === target);
    if (!isFree || context.activeQueries.has(target)) return context.error(GL.INVALID_OPERATION);
    query.target = target;
    query.isActive = true;
    context.activeQueries.set(target, query);
    context.isUnsure = true;
    if (isSamplesQuery(target)) context.gl.beginQuery(target, query.object);
  },

  EndQueryEXT(id: number, target: number) {
    const context = enter(id);
    if (context === undefined || !isTarget(context, target)) return;
    const query = context.activeQueries.get(target);
    if (query === undefined) return context.error(GL.INVALID_OPERATION);
    context.activeQueries.delete(target);
    query.isActive = false;
    if (isSamplesQuery(target)) context.gl.endQuery(target);
  },

  GetQueryivEXT(id: number, target: number, name: number, to: number) {
    const context = enter(id);
    if (context === undefined || !isTarget(context, target)) return;
    if (name !== GL.CURRENT_QUERY_EXT) return context.error(GL.INVALID_ENUM);
    store(to, context.activeQueries.get(target)?.name ?? 0);
  },

  GetQueryObjectuivEXT(id: number, name: number, what: number, to: number) {
    const context = enter(id);
    if (context === undefined) return;
    const query = context.queries.get(name >>> 0);
    if (query === undefined || query.isActive || query.target === 0)
      return context.error(GL.INVALID_OPERATION);
    if (what !== GL.QUERY_RESULT_EXT && what !== GL.QUERY_RESULT_AVAILABLE_EXT)
      return context.error(GL.INVALID_ENUM);
    if (!isSamplesQuery(query.target)) return store(to, what === GL.QUERY_RESULT_AVAILABLE_EXT ? 1 : 0);
    const { gl } = context;
    const isThere = gl.getQueryParameter(query.object, GL.QUERY_RESULT_AVAILABLE_EXT);
    // Chrome waited for the result. A browser only provides it between tasks of the program; until
    // then the result says that something was drawn.
    const isAsked = what === GL.QUERY_RESULT_EXT && isThere;
    store(
      to,
      Number(isAsked ? gl.getQueryParameter(query.object, what) : what === GL.QUERY_RESULT_EXT || isThere),
    );
  },
};
