import { page } from '#app/(dashboard)/page-of'
import { GET as account } from '#app/api/v1/account/route'
import { GET as processes } from '#app/api/v1/signature-processes/route'
import { GET as processStatistics } from '#app/api/v1/signature-processes/statistics/route'
import { GET as vaultStatistics } from '#app/api/v1/vault/statistics/route'
import { readerPreferences } from '#app/reader'
import { OverviewPage } from '#components/overview/overview-page.tsx'
import * as lists from '#components/overview/queries.ts'
import { processesQuery } from '#components/processes/queries.ts'
import { accountQuery } from '#components/shell/account.ts'
import { vaultStatisticsQuery } from '#components/vault/queries.ts'
import { now } from '#lib/core/clock'

export default page('process.read', async ({ load }) => {
  const { email } = (await load(accountQuery, account)).data.user
  const { timeZone } = await readerPreferences()
  const shownLists = [
    lists.liveProcesses,
    lists.drafts,
    ...lists.endedProcesses,
    lists.expiringProcesses(now(), timeZone),
    lists.processesWaitingFor(email),
  ]
  await Promise.all([
    ...shownLists.map(([state, rows]) => load(processesQuery(state, timeZone, rows), processes)),
    load(lists.statisticsQuery, processStatistics),
    load(vaultStatisticsQuery, vaultStatistics),
  ])
  return <OverviewPage />
})
