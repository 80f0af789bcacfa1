import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { usersQuery } from '#components/users/queries.ts'
import en from '#messages/en/dashboard.json'
import { UserChoice } from './user-choice.tsx'

const ann = { id: 1, name: 'Ann', role: 'user' }
const bob = { id: 2, name: 'Bob', role: 'tenant_admin' }
const cy = { id: 3, name: 'Cy', role: 'tenant_admin' }

/** The choice among the users of a page, of which `chosen` have access. */
function show(data: object[], chosen: number[], next: string | null = null) {
  const client = new QueryClient()
  client.setQueryData(usersQuery({ sort: 'name', search: '' }).queryKey, { data, links: { next } })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <UserChoice value={chosen} onChange={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

it('lists the users, and the administrators who were chosen before they became one', () => {
  const data = [ann, bob, cy]
  const html = show(data, [2])
  expect(data.filter(({ name }) => html.includes(name)).map(({ name }) => name)).toEqual(['Ann', 'Bob'])
})

it('says that there are only administrators where no other page has users', () => {
  const { none, more } = en.folders.users
  expect(show([bob, cy], [])).toContain(none)
  expect(show([bob, cy], [], '/api/v1/users?page=2')).not.toContain(none)
  expect(show([bob, cy], [], '/api/v1/users?page=2')).toContain(more)
})
