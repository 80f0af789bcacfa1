import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import en from '#messages/en/signing.json'
import { field, signing } from '../fixtures.ts'
import { type SigningSession, SigningSessionContext } from '../session/context.ts'
import { emptyInput } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { Zone } from './zone.tsx'
import { FieldPlaces } from './zone-place.tsx'

/** The field, and its further places and buttons, on a page as HTML. */
function shown(
  zone: SigningField,
  number = 1,
  current: number | null = null,
  error?: string,
  input = emptyInput,
): string {
  const page = { number, width: 600, height: 800 }
  const session = {
    signing: signing([zone]),
    input,
    ...{
      t: en,
      today: '2026-03-31',
      errors: new Map(error ? [[zone.id, error]] : []),
      filled: new Set(),
      changing: new Set(),
      current,
    },
  } as unknown as SigningSession
  return renderToStaticMarkup(
    <SigningSessionContext value={session}>
      {zone.page === number ? <Zone field={zone} page={page} /> : null}
      <FieldPlaces field={zone} page={page} />
    </SigningSessionContext>,
  )
}

const place = (page: number, dx: number, dy: number) => ({ page, dx, dy, width: 20, height: 20 })
const choice = (layout: SigningField['layout']) =>
  field({ type: 'radio', options: ['Yes', 'No'], x: 60, y: 80, width: 200, height: 20, layout })
const yes = { ...place(1, 0, 0), option: 'Yes' }
const no = { ...place(1, 180, 0), option: 'No' }

describe('the buttons of a radio field', () => {
  test('are at their places on the page, also where their content is turned', () => {
    const html = shown(choice({ rotation: 270, widgets: [yes, no] }))
    expect(html).not.toContain('--turn')
    expect(html).toMatch(/left:0%;top:0%;width:10%;height:100%.*value="Yes"/)
    expect(html).toMatch(/left:90%;top:0%;width:10%;height:100%.*value="No"/)
  })

  test('are a group on another page too, at its places there', () => {
    const zone = choice({ widgets: [yes, { ...no, page: 2 }] })
    expect(shown(zone, 1).match(/role="radiogroup"/g)).toHaveLength(1)
    const html = shown(zone, 2)
    expect(html.match(/role="radiogroup"/g)).toHaveLength(1)
    expect(html).toMatch(/role="radiogroup".*left:40%;top:10%;.*value="No"/)
    expect(html).not.toContain('value="Yes"')
    expect(shown(zone, 3)).toBe('')
  })
})

test('a text with line breaks keeps them, in a low field too', () => {
  const text = (value: string) => shown(field({ type: 'text', height: 20, value }))
  expect(text('1 Main Street\nSpringfield')).toContain('<textarea')
  expect(text('1 Main Street')).not.toContain('<textarea')
})

test('the error of a turned group is upright, also while it is the current field', () => {
  const zone = choice({ rotation: 90 })
  for (const current of [null, zone.id])
    expect(shown(zone, 1, current, 'Required')).toMatch(
      new RegExp(`</div></div><span id="zone-${zone.id}-tag"`),
    )
})

test('a tag shows the label, and makes room for the larger control, only while that has the focus', () => {
  const zone = field({ type: 'radio', options: ['Yes', 'No'], y: 400 })
  const [, tag] = shown(zone, 1, zone.id).split(`id="zone-${zone.id}-tag"`)
  expect(tag).toContain('--offset:calc(100% + 4px)')
  expect(tag).toMatch(/ class="bottom-\(--offset\) group-focus-within\/zone:bottom-\(--focused-offset\)/)
  expect(tag).toMatch(/^[^>]* hidden [^>]*group-focus-within\/zone:block/)
})

test('the tag of radio buttons with texts that wrap is at the edge of their group while that is used', () => {
  const zone = field({ type: 'radio', options: ['Yes', 'No'], y: 400 })
  const tag = `<span id="zone-${zone.id}-tag"`
  expect(shown(zone, 1, zone.id)).toMatch(new RegExp(`role="radiogroup"((?!</div>).)*${tag}`))
  expect(shown(zone, 1, zone.id)).toContain('--focused-offset:calc(100% + 4px)')
  expect(shown(zone, 1, zone.id)).not.toContain('--used-left,0px')
  expect(shown(zone, 1, null, 'Choose.')).toContain(`</div>${tag}`)
  const text = field({ y: 400 })
  expect(shown(text, 1, text.id)).toContain('left-(--used-left,0px)')
})

test('an error on a narrow page is a sign with a hidden text, until its field is used', () => {
  const zone = field({ y: 400 })
  const [, tag] = shown(zone, 1, null, 'Too short.').split(` id="zone-${zone.id}-tag"`)
  expect(tag).toContain(
    '<span role="alert" class="folded:sr-only"><span class="sr-only">Text: </span>Too short.</span>',
  )
  expect(tag).toMatch(/^[^>]* folded:translate-y-/)
})

test('an error of a used field is below it on a narrow page, where its lines would be cut off above', () => {
  const place = '@max-2xl:group-focus-within/zone:top-(--below)'
  const isBelow = (y: number, error?: string) => {
    const zone = field({ y })
    return shown(zone, 1, zone.id, error).includes(place)
  }
  expect([20, 120, 260].map((y) => isBelow(y, 'Too short.'))).toEqual([true, true, true])
  expect(isBelow(400, 'Too short.')).toBe(false)
  expect(isBelow(120)).toBe(false)
})

test('a further place is turned as its field is', () => {
  const text = field({
    ...{ value: 'Ada', read_only: true, x: 60, y: 80, width: 20, height: 120 },
    layout: { rotation: 90, widgets: [{ page: 2, dx: 0, dy: 0, width: 30, height: 120 }] },
  })
  const html = shown(text, 2)
  expect(html).toContain('width:calc(100cqw * 0.2);height:calc(100cqw * 0.05);--turn:-90deg')
  // The size of the text is that of a line as high as the place is wide.
  expect(html).toContain('--print:calc(100cqw * 0.02)')
  expect(shown({ ...text, layout: { widgets: text.layout.widgets } }, 2)).not.toContain('--turn')
})

test.each(['signature', 'initials'] as const)('a further place of a %s shows what was made', (type) => {
  const mark = { method: 'drawn', image: 'data:image/png;base64,AA==' } as const
  const zone = field({ type, layout: { widgets: [place(2, 0, 0)] } })
  expect(shown(zone, 2)).not.toContain('<img')
  expect(shown(zone, 2, null, undefined, { ...emptyInput, [type]: mark })).toContain(`src="${mark.image}"`)
})

test('a number that may be negative has the whole keyboard, as the keypad of a phone may have no minus', () => {
  const keypad = (validation: SigningField['validation']) =>
    shown(field({ type: 'number', validation })).includes('inputMode="decimal"')
  expect([{ min: 0 }, { min: -1 }, { max: 5 }, {}].map(keypad)).toEqual([true, false, false, false])
})

test('a number in cells is shown without groups, and may be typed with them', () => {
  const number = field({ type: 'number', value: '12345', validation: { max_length: 5 } })
  expect(shown({ ...number, layout: { comb: true } })).toContain('value="12345"')
  expect(shown({ ...number, layout: { comb: true } })).not.toContain('maxLength')
  expect(shown(number)).toContain('value="12,345"')
})

test('a text in cells is not cut by the browser, which counts marks of direction that are left out', () => {
  const cells = field({ type: 'text', validation: { max_length: 5 }, layout: { comb: true } })
  expect(shown(cells)).not.toContain('maxLength')
})
