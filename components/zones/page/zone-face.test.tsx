import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { makeZone } from '#components/zones/model/zone-model.ts'
import { ZoneFace } from '#components/zones/page/zone-face.tsx'
import en from '#messages/en/dashboard.json'

it('has a row for each radio button, and none for a blank line of the options', () => {
  const initial = { type: 'radio' as const, documentId: 1, signerId: 9, page: 1 }
  const face = (options: string[]) =>
    renderToStaticMarkup(
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <ZoneFace
          zone={makeZone('a', { ...initial, options }, { x: 200, y: 200 }, { width: 595, height: 842 })}
          name="Ada"
          scale={1}
        />
      </IntlProvider>,
    )
  expect(face(['Yes', '', 'No', ' '])).toBe(face(['Yes', 'No']))
})
