import { ChecksPage } from '#components/operator/checks-page.tsx'
import { readCertificates } from '#lib/operator/dashboard/certificates'
import { startChecks } from '#lib/operator/dashboard/checks'
import { operatorPage } from './operator-page.ts'

export default operatorPage(async (ctx) => {
  const { findings } = await startChecks(ctx)
  return (
    <ChecksPage findings={findings} certificates={readCertificates(ctx)} loadedAt={ctx.now.toISOString()} />
  )
})
