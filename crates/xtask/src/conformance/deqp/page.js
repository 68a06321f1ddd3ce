// Sends what the program prints to the server, and reports how the program ended. The page begins
// with the values LOG, PREFIX and LIMIT, the longest time in seconds without output.

const program = document.getElementById("program");
let unsent = "";
let isSending = false;
let end;
let timer;

async function send() {
  if (isSending) return;
  isSending = true;
  while (unsent !== "") {
    const body = unsent;
    unsent = "";
    await fetch(LOG, { method: "POST", body });
  }
  isSending = false;
  if (end !== undefined) domAutomationController.send(end);
}

function endWith(text) {
  end ??= text;
  send();
}

program.addEventListener("message", ({ data }) => {
  if (typeof data !== "string" || !data.startsWith(PREFIX)) return;
  unsent += data.slice(PREFIX.length);
  send();
  clearTimeout(timer);
  timer = setTimeout(endWith, LIMIT * 1000, "took too long");
});
program.addEventListener("error", () => endWith(`not loaded: ${program.lastError}`));
program.addEventListener("crash", () => {
  const { exitStatus, lastError } = program;
  endWith(exitStatus === -1 ? `crashed: ${lastError}` : `exit status ${exitStatus}`);
});
