import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { darkColours, lightColours } from './styles.ts'

const css = readFileSync('app/globals.css', 'utf8')
const colours = Object.fromEntries(
  [...css.matchAll(/--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...values]) => [
    name,
    values,
  ]),
)
const cssNames: Record<keyof typeof lightColours, string> = {
  canvas: 'canvas',
  card: 'card',
  well: 'well',
  ink: 'ink',
  soft: 'ink-soft',
  faint: 'ink-faint',
  rule: 'rule',
  accent: 'accent',
  onAccent: 'on-accent',
  warn: 'warn',
  warnWash: 'warn-wash',
}

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(',')})`

describe('the colours of app/globals.css', () => {
  it.each(Object.entries(cssNames))(
    'are repeated in the emails, which have no CSS variables: %s',
    (name, cssName) => {
      const [light, dark] = colours[cssName]!
      expect(
        [lightColours, darkColours].map((palette) => palette[name as keyof typeof lightColours]),
      ).toEqual([light!, dark!].map(rgb))
    },
  )

  it('are repeated in the theme colour of the browser', () => {
    const layout = readFileSync('app/layout.tsx', 'utf8')
    expect([...layout.matchAll(/color: '(#\w{6})'/g)].map(([, colour]) => colour)).toEqual(colours.canvas)
  })

  it('are the only colours of the style sheet', () => {
    const elsewhere = css.replace(/:root,\n\.on-page \{[^}]*\}\n:root \{[^}]*\}/, '')
    expect(elsewhere).not.toMatch(/#[0-9a-f]{6}\b/)
  })
})
