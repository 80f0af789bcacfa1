import { page } from '#app/(dashboard)/page-of'
import { GET as requests } from '#app/api/v1/privacy/requests/route'
import { PrivacyPage } from '#components/privacy/privacy-page.tsx'
import { privacyListRules, privacyQuery } from '#components/privacy/queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('privacy.read', async ({ search, load }) => {
  await load(privacyQuery(parseListState(privacyListRules, search)), requests)
  return <PrivacyPage />
})
