/** The lines that a start prints: one for each step, with its duration. */

/** Formats a duration as seconds or milliseconds. */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

const REPEAT_MILLISECONDS = 10_000

/**
 * Runs `work`, which returns its result as text, and prints a line with the duration. What takes long says what it does
 * with the function that `work` gets; that is printed again from time to time.
 */
export async function step(name, work) {
  const startedAt = performance.now()
  let repeating
  const say = (text) => {
    const line = () => print(name, `${text} …`, performance.now() - startedAt)
    line()
    repeating = setInterval(line, REPEAT_MILLISECONDS)
  }
  try {
    print(name, await work(say), performance.now() - startedAt)
  } finally {
    clearInterval(repeating)
  }
}

/** Prints one line of the table of steps. */
export function print(name, outcome, milliseconds) {
  console.log(`  ${name.padEnd(14)}${String(outcome).padEnd(44)}${duration(milliseconds)}`)
}

/** Ends the process with a message and no stack trace. */
export function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
