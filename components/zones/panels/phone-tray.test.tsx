import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { PhoneTray } from '#components/zones/panels/phone-tray.tsx'
import en from '#messages/en/dashboard.json'

const isOffered = vi.hoisted(() => vi.fn())
vi.mock('#components/zones/panels/use-file-fields.ts', () => ({
  useFileFields: () => ({ isOffered: isOffered() }),
}))
vi.mock('#components/ui/lazy/dialog.tsx', () => ({ Dialog: () => null }))

const editor = { zones: [], signers: [], selection: new Set() } as unknown as Editor
const tray = () =>
  renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <PhoneTray editor={editor} scroller={{ current: null }} onAdd={() => {}} />
    </IntlProvider>,
  )

it('has the import from the PDF, with what it cannot keep, on narrow screens', () => {
  isOffered.mockReturnValueOnce(true)
  expect(tray()).toContain(`aria-label="${en.zones.import.button}"`)
  isOffered.mockReturnValueOnce(false)
  expect(tray()).not.toContain(en.zones.import.button)
})
