import type { Group } from './fair-queue.ts'

/** Groups whose task has exceeded the limit of its first try: their next tasks skip that try for a while. */
export class SlowGroups {
  readonly #milliseconds: number
  readonly #until = new Map<Group, number>()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  has(group: Group): boolean {
    return (this.#until.get(group) ?? 0) > performance.now()
  }

  add(group: Group): void {
    const now = performance.now()
    for (const [other, until] of this.#until) if (until < now) this.#until.delete(other)
    this.#until.set(group, now + this.#milliseconds)
  }

  clear(): void {
    this.#until.clear()
  }
}
