/** A tenant or a visitor's address. */
export type Group = string | number | symbol

/** Groups that are marked for a while, such as those whose last task was too slow for its first try. */
export class MarkedGroups {
  readonly #milliseconds: number
  /** Until when, the first one to end before all others. */
  readonly #until = new Map<Group, number>()

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  has(group: Group): boolean {
    return (this.#until.get(group) ?? 0) > performance.now()
  }

  add(group: Group): void {
    const now = performance.now()
    this.#until.delete(group)
    this.#until.set(group, now + this.#milliseconds)
    for (const [other, until] of this.#until) {
      if (until > now) break
      this.#until.delete(other)
    }
  }

  delete(group: Group): void {
    this.#until.delete(group)
  }

  clear(): void {
    this.#until.clear()
  }
}
