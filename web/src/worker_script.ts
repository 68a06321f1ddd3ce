// The script of workers: one runs a program or a thread of it.

import { startWorker } from "./worker/worker.ts";

startWorker();
