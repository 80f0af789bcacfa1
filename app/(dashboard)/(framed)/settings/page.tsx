import { page } from '#app/(dashboard)/page-of'
import { GET as usage } from '#app/api/v1/account/usage/route'
import { GET as sessions } from '#app/api/v1/user/sessions/route'
import { loginsQuery, usageQuery } from '#components/settings/queries.ts'
import { SettingsPage } from '#components/settings/settings-page.tsx'

export default page('account.read', async ({ load }) => {
  await Promise.all([load(usageQuery, usage), load(loginsQuery, sessions)])
  return <SettingsPage />
})
