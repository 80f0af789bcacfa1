import { page } from '#app/(dashboard)/page-of'
import { GET as statistics } from '#app/api/v1/vault/statistics/route'
import { vaultStatisticsQuery } from '#components/vault/queries.ts'
import { VaultStatisticsPage } from '#components/vault/vault-statistics-page.tsx'

export default page('vault.read', async ({ load }) => {
  await load(vaultStatisticsQuery, statistics)
  return <VaultStatisticsPage />
})
