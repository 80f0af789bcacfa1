import { GuidePage } from '#components/developers/guide-page.tsx'
import { env } from '#lib/core/env'

export default function Page() {
  return <GuidePage baseUrl={env().appUrl} />
}
