// the inspector's own command line, run many times in one process: a line of JSON with its arguments in, a line out
import { createInterface } from "node:readline";

const { runCli } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  let wrong = null;
  try {
    await runCli(["node", "inspector-cli", ...JSON.parse(line)]);
  } catch (error) {
    wrong = String(error?.message ?? error);
  }
  process.stdout.write(`\u001e${JSON.stringify(wrong)}\n`);
}
process.exit(0);
