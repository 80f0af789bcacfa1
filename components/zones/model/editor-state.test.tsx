import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { type Editor, useEditor } from '#components/zones/model/editor-state.ts'
import en from '#messages/en/dashboard.json'

const documents = [
  { id: 1, name: 'Lease', pages: [{ number: 1, width: 595, height: 842, rotation: 0 as const }] },
]
const signers = [{ id: 9, name: 'Ada' }]

/** The editor after actions, each of which changes it. */
function editorAfter(...actions: ((editor: Editor) => void)[]): Editor {
  let latest: Editor | undefined
  function Harness() {
    latest = useEditor(documents, signers, [], 'en')
    actions.shift()?.(latest)
    return null
  }
  renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <Harness />
    </IntlProvider>,
  )
  return latest!
}

const add = (editor: Editor) => editor.add('text', { page: 1, x: 200, y: 200 })

it('selects a new zone, which is not selected once its addition is undone', () => {
  expect(editorAfter(add).selection.size).toBe(1)
  const undone = editorAfter(add, (editor) => editor.undo())
  expect([undone.zones, undone.selection.size, undone.selectedZones]).toEqual([[], 0, []])
  const redone = editorAfter(
    add,
    (editor) => editor.undo(),
    (editor) => editor.redo(),
  )
  expect(redone.selectedZones).toEqual(redone.zones)
})

it('selects no zone that was removed elsewhere', () => {
  const replaced = editorAfter(add, (editor) => editor.replaceAll([]))
  expect([replaced.zones, replaced.selection.size]).toEqual([[], 0])
})
