import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { computeOklch, getCssColor, NAMED_COLORS } from './signer-palette.ts'

type Rgb = [number, number, number]

/** Linear sRGB of an OKLCH colour (CSS Color 4). */
function linearRgb([lightness, chroma, hue]: [number, number, number]): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return rgb.map((part) => Math.min(Math.max(part, 0), 1)) as Rgb
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The colours of the first signers, from the style sheet. */
const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
const named = [...css.matchAll(/--signer-\d+: #(\w{2})(\w{2})(\w{2});/g)].map(
  ([, ...parts]) => parts.map((part) => toLinear(Number.parseInt(part, 16) / 255)) as Rgb,
)
const SIGNERS = 60
const colors = Array.from({ length: SIGNERS }, (_, index) => named[index] ?? linearRgb(computeOklch(index)))

/** OKLab coordinates of a linear sRGB colour. */
function okLab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

it('has the named colours of the style sheet', () => {
  expect(named).toHaveLength(NAMED_COLORS)
  expect(getCssColor(0)).toBe('var(--signer-1)')
})

it('gives every signer a different colour', () => {
  expect(new Set(Array.from({ length: SIGNERS }, (_, index) => getCssColor(index))).size).toBe(SIGNERS)
})

it('has the contrast of WCAG AA for text on white and on its own tint', () => {
  for (const color of colors) {
    // The share of the colour in the class `signer-tint`.
    const tint = color.map((part) => toLinear(0.13 * toGamma(part) + 0.87)) as Rgb
    for (const background of [[1, 1, 1] as Rgb, tint])
      expect((luminance(background) + 0.05) / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
  }
})

it('has named colours that the eye tells apart from all before them', () => {
  /** OKLab distances: 0.02 is just noticeable. */
  const [minDistance, minDistanceOfFirst, firstColors] = [0.09, 0.06, 8]
  const points = named.map(okLab)
  for (const [index, point] of points.entries())
    for (const other of points.slice(0, index)) {
      const distance = Math.hypot(...point.map((part, axis) => part - other[axis]!))
      expect(distance, `${index}`).toBeGreaterThan(index < firstColors ? minDistanceOfFirst : minDistance)
    }
})

it('keeps the colours of neighbours in the list apart', () => {
  for (const [index, color] of colors.entries())
    for (const other of colors.slice(Math.max(0, index - 5), index)) {
      const difference = color.map((part, index) => (toGamma(part) - toGamma(other[index]!)) * 255)
      expect(Math.hypot(...difference), `${index}`).toBeGreaterThan(40)
    }
})
