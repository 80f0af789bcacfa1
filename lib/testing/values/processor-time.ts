/**
 * Starts a clock of this process's processor time: what else runs on the machine does not count.
 * @returns a function that gives the milliseconds since
 */
export function startProcessorClock(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
