import { JobsPage } from '#components/operator/jobs-page.tsx'
import { readQueues } from '#lib/operator/dashboard/queues'
import { operatorPage } from '../operator-page.ts'

export default operatorPage(async (ctx) => <JobsPage {...(await readQueues(ctx))} />)
