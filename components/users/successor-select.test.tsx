import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { usersQuery } from '#components/users/queries.ts'
import { SuccessorSelect } from '#components/users/successor-select.tsx'
import en from '#messages/en/dashboard.json'

const user = (id: number, name: string) => ({ id, name, email: `${id}@example.com`, role: 'user' })
const ann = user(1, 'Ann')
const bob = user(2, 'Bob')

/** The options of the select: each with its text, the selected one with an asterisk. */
function showOptions(listed: object[], value: string) {
  const client = new QueryClient()
  const query = usersQuery({ sort: 'name', search: '' }, 100)
  client.setQueryData(query.queryKey, { data: listed, links: { next: null } })
  client.setQueryData(['users', bob.id], { data: bob })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <SuccessorSelect userId={9} value={value} onChange={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<option[^>]*?( selected="")?>([^<]*)/g)].map(
    ([, selected, text]) => (selected ? '* ' : '') + text,
  )
}

it('shows the chosen user also when the search leaves that user out', () => {
  expect(showOptions([ann], '2')).toEqual([
    'The administrators',
    '* Bob · 2@example.com',
    'Ann · 1@example.com',
  ])
})

it('shows the chosen user once', () => {
  expect(showOptions([ann, bob], '2')).toEqual([
    'The administrators',
    'Ann · 1@example.com',
    '* Bob · 2@example.com',
  ])
})

it('shows the administrators without a choice', () => {
  expect(showOptions([ann], '')).toEqual(['* The administrators', 'Ann · 1@example.com'])
})
