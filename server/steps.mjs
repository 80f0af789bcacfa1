/** The lines that a start prints: one for each step, with its duration. */

/** Formats a duration in seconds or milliseconds. */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** Runs `work`, which returns its result as text, and prints a line with the duration. */
export async function step(name, work) {
  const from = performance.now()
  const outcome = await work()
  print(name, outcome, performance.now() - from)
}

/** One line of the table. */
export function print(name, outcome, milliseconds) {
  console.log(`  ${name.padEnd(14)}${String(outcome).padEnd(44)}${duration(milliseconds)}`)
}

/** Ends the process with a sentence instead of a stack. */
export function fail(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}
