import type { Strings } from './strings/en.ts'
import { fill } from './strings/languages.ts'

/** "40 seconds", from a minute on "12 minutes". */
export function waitText(seconds: number, t: Strings): string {
  if (seconds < 60) return fill(t.waitSeconds, { count: seconds })
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? t.waitOneMinute : fill(t.waitMinutes, { count: minutes })
}
