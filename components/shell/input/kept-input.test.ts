import { afterEach, expect, it, vi } from 'vitest'
import { forgetInputInAllTabs, forgetInputOnSignOutElsewhere } from './kept-input.ts'

afterEach(() => vi.unstubAllGlobals())

/** The storages of a tab with an unsaved form, a deleted draft and unsaved fields, and an entry that is no input. */
function stubStorages() {
  const storageWith = (...keys: string[]) =>
    Object.defineProperty(Object.fromEntries([...keys, 'other'].map((key) => [key, '[]'])), 'removeItem', {
      value(this: Record<string, unknown>, removed: string) {
        delete this[removed]
      },
    })
  const storages = [
    storageWith('paraph.input.form.invitation', 'paraph.input.deleted-drafts.7, live'),
    storageWith('paraph.input.zones.processes/1'),
  ] as const
  vi.stubGlobal('sessionStorage', storages[0])
  vi.stubGlobal('localStorage', storages[1])
  return () => storages.flatMap((storage) => Object.keys(storage))
}

it('removes the input of this tab', () => {
  const keys = stubStorages()
  forgetInputInAllTabs()
  expect(keys()).toEqual(['other', 'other'])
})

it('removes the input of each other tab', async () => {
  const otherTab = Promise.withResolvers<void>()
  const stop = forgetInputOnSignOutElsewhere()
  const channel = new BroadcastChannel('paraph.signed-out')
  channel.onmessage = () => otherTab.resolve()
  forgetInputInAllTabs()
  const keys = stubStorages()
  await otherTab.promise
  await vi.waitFor(() => expect(keys()).toEqual(['other', 'other']))
  channel.close()
  stop()
})
