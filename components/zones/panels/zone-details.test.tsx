import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { type DraftZone, makeZone } from '#components/zones/model/zone-model.ts'
import { FurtherPlaces } from '#components/zones/page/further-places.tsx'
import type { ZoneDrag } from '#components/zones/page/use-zone-drag.ts'
import { ZoneDetails } from '#components/zones/panels/zone-details.tsx'
import { type FieldType, fieldTypes } from '#lib/pdf/zones'
import en from '#messages/en/dashboard.json'

vi.mock('#components/zones/panels/selection-actions.tsx', () => ({ SelectionActions: () => null }))
vi.mock('#components/api/use-error-translator.ts', () => ({ useErrorTranslator: () => String }))

const page = { width: 595, height: 842 }
const zone = (type: FieldType, change: Partial<DraftZone> = {}): DraftZone => ({
  ...makeZone(type, { type, documentId: 1, signerId: 9, page: 1 }, { x: 200, y: 200 }, page),
  options: ['Yes', 'No'],
  ...change,
})
const editorOf = (zone: DraftZone) =>
  ({
    zones: [zone],
    signers: [{ id: 9, name: 'Ada' }],
    locale: 'en',
    selection: new Set(),
  }) as unknown as Editor
const details = (zone: DraftZone) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <ZoneDetails editor={editorOf(zone)} zone={zone} />
    </IntlProvider>,
  )
const places = (zone: DraftZone, page: number) =>
  renderToStaticMarkup(
    <FurtherPlaces
      editor={editorOf(zone)}
      drag={{ preview: null } as ZoneDrag}
      documentId={1}
      page={page}
      scale={2}
    />,
  )

it('offers a condition for all fields but those that are always shown', () => {
  const withoutCondition = fieldTypes.filter((type) => !details(zone(type)).includes(en.zones.logic.showIf))
  expect(withoutCondition).toEqual(['signature', 'initials', 'attachment'])
})

it('offers the options of lists, also with further places, and not those of buttons in the file', () => {
  const widgets = [{ page: 1, dx: 0, dy: 40, width: 20, height: 20 }]
  const offersOptions = (zone: DraftZone) => details(zone).includes(en.zones.details.options)
  expect(offersOptions(zone('radio'))).toBe(true)
  expect(offersOptions(zone('dropdown', { layout: { widgets } }))).toBe(true)
  expect(offersOptions(zone('radio', { layout: { widgets } }))).toBe(false)
})

it('shows the preset value of each type that can have one, unless the day of signing is filled in', () => {
  const { presetValue, presetTick } = en.zones.details
  const offersPreset = (zone: DraftZone) =>
    [presetValue, presetTick].some((text) => details(zone).includes(text))
  expect(fieldTypes.filter((type) => !offersPreset(zone(type)))).toEqual([
    ...['signature', 'initials', 'date', 'attachment'],
  ])
  expect(offersPreset(zone('date', { auto: false }))).toBe(true)
  expect(offersPreset(zone('number', { formula: '1 + 1' }))).toBe(false)
  expect(details(zone('radio', { value: 'No' }))).toContain('<option value="No" selected="">')
  expect(details(zone('checkbox', { value: 'true' }))).toContain('checked=""')
})

it('marks a preset value that its field does not accept', () => {
  const isMarked = (type: FieldType, change: Partial<DraftZone>) =>
    details(zone(type, change)).includes('aria-invalid="true"')
  expect(isMarked('email', { value: 'juergen' })).toBe(true)
  expect(isMarked('email', { value: 'juergen@example.com' })).toBe(false)
  expect(isMarked('email', { value: '' })).toBe(false)
  expect(isMarked('text', { value: 'ab', validation: { min_length: 3 } })).toBe(true)
  expect(isMarked('number', { value: '4', validation: { min: 5 } })).toBe(true)
  expect(isMarked('number', { value: '1234567.5' })).toBe(false)
  // As it was typed before another field was selected.
  expect(details(zone('email', { refusedPreset: 'juergen' }))).toMatch(/aria-invalid="true"[^>]*juergen/)
  expect(details(zone('number', { value: '7', refusedPreset: 'five' }))).toContain('value="five"')
})

it('shows that a field is read-only wherever it is so', () => {
  const isOffered = (zone: DraftZone) => details(zone).includes(en.zones.details.readOnly)
  expect([isOffered(zone('dropdown')), isOffered(zone('dropdown', { readOnly: true }))]).toEqual([
    false,
    true,
  ])
})

it('shows the further places of a field on their pages', () => {
  const widgets = [2, 1].map((page) => ({ page, dx: 10, dy: 40, width: 20, height: 30 }))
  const text = zone('text', { x: 5, y: 5, layout: { widgets } })
  expect(places(text, 1)).toContain('left:30px;top:90px;width:40px;height:60px')
  expect(places(text, 2).match(/<span/g)).toHaveLength(1)
  expect(places(text, 3)).toBe('')
  // Buttons on the page of their field are drawn in it.
  expect(places(zone('radio', { layout: { widgets } }), 1)).toBe('')
  expect(places(zone('radio', { layout: { widgets } }), 2)).toContain('<span')
})
