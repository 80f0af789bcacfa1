import { page } from '#app/(dashboard)/page-of'
import { GET as usage } from '#app/api/v1/account/usage/route'
import { OrganisationPage } from '#components/settings/organisation/organisation-page.tsx'
import { usageQuery } from '#components/settings/queries.ts'

export default page('account.read', async ({ load }) => {
  await load(usageQuery, usage)
  return <OrganisationPage />
})
