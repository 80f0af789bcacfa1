import { page } from '#app/(dashboard)/page-of'
import { GET as seal } from '#app/api/v1/account/seal/route'
import { GET as usage } from '#app/api/v1/account/usage/route'
import { OrganisationPage } from '#components/settings/organisation/organisation-page.tsx'
import { sealQuery, usageQuery } from '#components/settings/queries.ts'

export default page('account.read', async ({ load }) => {
  await Promise.all([load(usageQuery, usage), load(sealQuery, seal)])
  return <OrganisationPage />
})
