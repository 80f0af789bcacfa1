import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What `axe.run` is to check: by default all its rules that are on. */
interface AxeOptions {
  runOnly?: { type: 'tag' | 'rule'; values: string[] }
  rules?: Record<string, { enabled: boolean }>
}

const only = (...values: string[]): AxeOptions => ({ runOnly: { type: 'rule', values } })
/** What differs in dark mode. */
export const ofColours = only('color-contrast', 'link-in-text-block')
/** What differs on another screen: the size of targets, what is behind a text, and what must be scrolled. */
export const ofSizes = only('target-size', 'color-contrast', 'scrollable-region-focusable')

interface Violation {
  id: string
  nodes: { target: string[]; html: string }[]
}

/** What axe finds on the page and in its frames. AxeBuilder sends its script each time, and opens another page for the end. */
export async function findViolations(page: Page, options: AxeOptions = {}): Promise<Violation[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript)
  return page.evaluate(async (axeOptions) => {
    // Colours change in a transition after the scheme did, and a message fades in; a spinner has no end.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    const { violations } = await axe.run({ ...axeOptions, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, html }) => ({ target, html })),
    }))
  }, options)
}
