import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it, vi } from 'vitest'
import en from '#messages/en/dashboard.json'
import { useBulkAction } from './use-bulk-action.ts'

const showToast = vi.fn()
const isShown = { current: true }
vi.mock('#components/ui/lazy/toast.tsx', () => ({ useToast: () => showToast }))
vi.mock('#components/ui/use-is-shown.ts', () => ({ useIsShown: () => isShown }))
vi.mock('#components/ui/form/ask-before-leaving.ts', () => ({ askBeforeLeaving: () => () => {} }))
afterEach(() => vi.clearAllMocks())

const rows = ['Lease', 'Offer', 'Contract'].map((name, id) => ({ id, name }))

/** Changes the first of three rows only, on a page that is left or stays. */
async function changeOneOfThree(isLeft: boolean) {
  isShown.current = !isLeft
  let run!: ReturnType<typeof useBulkAction<(typeof rows)[number]>>['run']
  function Bar() {
    run = useBulkAction<(typeof rows)[number]>([]).run
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <Bar />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return run(rows, async ({ id }) => (id === 0 ? null : 'It has ended.'))
}

it('a page that was left gets a toast with the number of the rows that were not changed', async () => {
  expect(await changeOneOfThree(true)).toEqual([rows[0]])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('Not done for 2 records.', 'danger')
})

it('a page that stays shows these rows itself', async () => {
  await changeOneOfThree(false)
  expect(showToast).not.toHaveBeenCalled()
})
