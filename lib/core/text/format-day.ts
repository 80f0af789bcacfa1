/** The day at this time in UTC, `2026-11-23`. */
export function formatUtcDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** The day at this time in a time zone, `2026-11-23`. */
export function formatDayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time)
}
