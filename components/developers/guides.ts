import { accountGuides } from '#components/developers/guides/account.ts'
import { requestGuides } from '#components/developers/guides/requests.ts'
import { retentionGuides } from '#components/developers/guides/retention.ts'
import { sendingGuides } from '#components/developers/guides/sending.ts'

/** The guides of /developers, in order. */
export const guides = [...sendingGuides, ...accountGuides, ...retentionGuides, ...requestGuides]
