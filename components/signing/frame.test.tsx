import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import ar from '#messages/ar/signing.json'
import { Frame } from './frame.tsx'

const tenant = { name: 'Müller & Söhne Straßenbau GmbH', logo_url: null, color: '#9b2a1c' }
const html = renderToStaticMarkup(
  <Frame t={{ ...ar, locale: 'ar' }} onLanguage={() => {}} tenant={tenant}>
    {null}
  </Frame>,
)

it('cuts a long name of the organisation at its end, also on a page from right to left', () => {
  expect(html).toMatch(/dir="rtl".*<span dir="auto" class="truncate[^>]*>Müller/s)
})

it('sets the variables of the utilities to the colours of the organisation', () => {
  expect(html).toMatch(/style="--accent:[^"]*;--accent-deep:[^"]*;--accent-wash:/)
})

it('uses no variable that has the colours of the root, which are not those of a page in dark mode', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((file) => readFileSync(`components/${file}`, 'utf8').includes('--color-'))).toEqual(
    [],
  )
})
