import { page } from '#app/(dashboard)/page-of'
import { GET as consents } from '#app/api/v1/account/consents/route'
import { GET as account } from '#app/api/v1/account/route'
import { GET as sso } from '#app/api/v1/account/sso/route'
import { GET as usage } from '#app/api/v1/account/usage/route'
import { GET as passkeys } from '#app/api/v1/user/passkeys/route'
import { GET as recoveryCodes } from '#app/api/v1/user/recovery-codes/route'
import { GET as sessions } from '#app/api/v1/user/sessions/route'
import { GET as totp } from '#app/api/v1/user/totp/route'
import { passkeysQuery, recoveryCodesQuery, totpQuery } from '#components/second-factor/queries.ts'
import { consentsQuery, sessionsQuery, ssoQuery, usageQuery } from '#components/settings/queries.ts'
import { SettingsPage } from '#components/settings/settings-page.tsx'
import { accountQuery } from '#components/shell/account.ts'
import { roleMay } from '#lib/policy'

export default page('account.read', async ({ load }) => {
  const { data } = await load(accountQuery, account)
  await Promise.all([
    load(usageQuery, usage),
    load(sessionsQuery, sessions),
    load(consentsQuery(), consents),
    load(totpQuery, totp),
    load(passkeysQuery, passkeys),
    load(recoveryCodesQuery, recoveryCodes),
    roleMay(data.user.role, 'sso.read') ? load(ssoQuery, sso) : null,
  ])
  return <SettingsPage />
})
