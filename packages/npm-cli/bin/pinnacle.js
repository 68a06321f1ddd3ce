#!/usr/bin/env node
// The command.

import { main } from "../lib/command.js";

process.exitCode = await main(process.argv.slice(2));
