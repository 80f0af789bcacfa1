import { writeFileSync } from 'node:fs'

/** When memory runs out, the system ends this process and not the one that started it. */
export function endFirstWithoutMemory(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // /proc may be read-only in a container: the process works all the same.
  }
}
