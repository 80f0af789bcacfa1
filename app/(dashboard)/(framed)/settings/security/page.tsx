import { page } from '#app/(dashboard)/page-of'
import { GET as account } from '#app/api/v1/account/route'
import { GET as sso } from '#app/api/v1/account/sso/route'
import { GET as passkeys } from '#app/api/v1/user/passkeys/route'
import { GET as recoveryCodes } from '#app/api/v1/user/recovery-codes/route'
import { GET as sessions } from '#app/api/v1/user/sessions/route'
import { GET as totp } from '#app/api/v1/user/totp/route'
import { passkeysQuery, recoveryCodesQuery, totpQuery } from '#components/second-factor/queries.ts'
import { sessionsQuery, ssoQuery } from '#components/settings/queries.ts'
import { SecurityPage } from '#components/settings/security/security-page.tsx'
import { accountQuery } from '#components/shell/account.ts'
import { roleMay } from '#lib/policy'

export default page('session.read', async ({ load }) => {
  const { data } = await load(accountQuery, account)
  await Promise.all([
    load(sessionsQuery(), sessions),
    load(totpQuery, totp),
    load(passkeysQuery, passkeys),
    load(recoveryCodesQuery, recoveryCodes),
    roleMay(data.user.role, 'sso.read') ? load(ssoQuery, sso) : null,
  ])
  return <SecurityPage />
})
