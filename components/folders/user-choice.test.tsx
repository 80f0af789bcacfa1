import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { usersQuery } from '#components/users/queries.ts'
import en from '#messages/en/dashboard.json'
import { UserChoice } from './user-choice.tsx'

it('lists the users, and the administrators who were chosen before they became one', () => {
  const client = new QueryClient()
  const data = [
    { id: 1, name: 'Ann', role: 'user' },
    { id: 2, name: 'Bob', role: 'tenant_admin' },
    { id: 3, name: 'Cy', role: 'tenant_admin' },
  ]
  client.setQueryData(usersQuery({ sort: 'name', search: '' }).queryKey, { data, links: { next: null } })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" timeZone="UTC" messages={en}>
        <UserChoice value={[2]} onChange={() => {}} />
      </IntlProvider>
    </QueryClientProvider>,
  )
  expect(data.filter(({ name }) => html.includes(name)).map(({ name }) => name)).toEqual(['Ann', 'Bob'])
})
