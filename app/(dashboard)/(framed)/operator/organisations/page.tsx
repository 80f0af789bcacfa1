import { OrganisationsPage } from '#components/operator/organisations-page.tsx'
import { listTenants } from '#lib/operator/dashboard/tenants'
import { operatorPage } from '../operator-page.ts'

export default operatorPage(async (ctx, { search = '', page = '1' }) => {
  const number = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
  const text = search.trim().slice(0, 100)
  return <OrganisationsPage search={text} list={await listTenants(ctx, { search: text, page: number })} />
})
