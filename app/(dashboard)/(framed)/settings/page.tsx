import type { Metadata } from 'next'
import { page } from '#app/(dashboard)/page-of'
import { GET as consents } from '#app/api/v1/account/consents/route'
import { GET as usage } from '#app/api/v1/account/usage/route'
import { GET as sessions } from '#app/api/v1/user/sessions/route'
import { consentsQuery, loginsQuery, usageQuery } from '#components/settings/queries.ts'
import { SettingsPage } from '#components/settings/settings-page.tsx'

export const metadata: Metadata = { title: 'Settings' }

export default page('account.read', async ({ load }) => {
  await Promise.all([load(usageQuery, usage), load(loginsQuery, sessions), load(consentsQuery(), consents)])
  return <SettingsPage />
})
