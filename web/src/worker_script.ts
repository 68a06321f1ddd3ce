// The script of workers. A worker runs a program or one of its threads.

import { startWorker } from "./worker/worker.ts";

startWorker();
