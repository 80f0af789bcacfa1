import { Progress } from '#components/ui/progress'
import { Section } from '#components/ui/sheet'
import { Skeleton } from '#components/ui/states'
import type { AccountRecord } from '#lib/identity/schema'

/** What is used of this month's plan. */
export function PlanUse({ account }: { account: AccountRecord | undefined }) {
  const quotas = account?.tenant.quotas
  const rows = quotas
    ? [
        { name: 'Documents', used: quotas.documents_used, limit: quotas.documents_limit },
        { name: 'Signatures', used: quotas.signatures_used, limit: quotas.signatures_limit },
      ]
    : []
  return (
    <Section title="This month" className="self-start">
      {account ? (
        <div className="flex flex-col gap-5">
          {rows.map(({ name, used, limit }) => (
            <div key={name}>
              <p className="mb-2 flex items-baseline justify-between gap-4">
                <span>{name}</span>
                <span className="figures text-sm text-ink-soft">
                  <span className="font-serif text-lg text-ink">{used.toLocaleString()}</span> of{' '}
                  {limit.toLocaleString()}
                </span>
              </p>
              <Progress label={`${name} used`} value={limit > 0 ? Math.min(used / limit, 1) : 0} />
            </div>
          ))}
          <p className="text-sm text-ink-soft">
            {account.tenant.name}, plan “{account.tenant.subscription_type}”
          </p>
        </div>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Section>
  )
}
