/** What a step says before and after it, and how long it took: one line each. */

const began = performance.now()

/** Seconds or milliseconds, whichever reads better. */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** Runs `work`, which returns what to say of its end, and prints one line with its duration. */
export async function step(name, work) {
  const from = performance.now()
  const said = await work()
  print(name, said, performance.now() - from)
}

/** One line of the table. */
export function print(name, said, milliseconds) {
  console.log(`  ${name.padEnd(14)}${String(said).padEnd(44)}${duration(milliseconds)}`)
}

/** Milliseconds since this process began to run. */
export function sinceStart() {
  return performance.now() - began
}

/** Ends the process with a sentence instead of a stack. */
export function fail(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
