import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { darkColours, day } from './styles.ts'

const css = readFileSync('app/globals.css', 'utf8')
const colours = Object.fromEntries(
  [...css.matchAll(/--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...both]) => [
    name,
    both,
  ]),
)
const names: Record<keyof typeof day, string> = {
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
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',')})`

describe('the colours of app/globals.css', () => {
  it.each(Object.entries(names))(
    'are repeated in the emails, which have no CSS variables: %s',
    (name, own) => {
      const [light, dark] = colours[own]!
      expect([day, darkColours].map((palette) => palette[name as keyof typeof day])).toEqual(
        [light!, dark!].map(rgb),
      )
    },
  )

  it('are repeated in the theme colour of the browser', () => {
    const layout = readFileSync('app/layout.tsx', 'utf8')
    expect([...layout.matchAll(/color: '(#\w{6})'/g)].map(([, colour]) => colour)).toEqual(colours.canvas)
  })

  it('are defined nowhere else', () => {
    const elsewhere = css.replace(/:root,\n\.on-page \{[^}]*\}\n:root \{[^}]*\}/, '')
    expect(elsewhere).not.toMatch(/#[0-9a-f]{6}\b/)
  })
})
