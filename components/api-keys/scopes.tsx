'use client'

import { Checkbox } from '#components/ui/choice.tsx'
import { type Scope, scopes } from '#lib/core/roles'

const labels: Record<Scope, string> = {
  'documents:read': 'Read documents',
  'documents:write': 'Upload and delete documents',
  'processes:read': 'Read processes',
  'processes:write': 'Create, send and cancel processes',
  'vault:read': 'Read the vault and archives',
  'vault:write': 'Tag and archive documents in the vault',
  'vault:retention': 'Set legal holds, delete after retention',
  'templates:read': 'Read templates',
  'templates:write': 'Create and change templates',
  folders: 'Manage folders and who has access',
  webhooks: 'Manage webhooks',
  users: 'Manage users',
  'api-keys': 'Manage API keys',
  'account:read': 'Read account, usage and folders',
  privacy: 'Export and erase the data of people',
  'signing-links': 'Read the signing links',
  admins: 'Create and change administrators',
}

interface ScopesProps {
  value: Scope[]
  onChange: (scopes: Scope[]) => void
  error?: string | undefined
}

/** Checkboxes for the scopes. */
export function Scopes({ value, onChange, error }: ScopesProps) {
  return (
    <fieldset className="flex flex-col gap-2.5" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className="mb-2 text-sm font-medium">Permissions</legend>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={<span className="font-normal">{labels[scope]}</span>}
            checked={value.includes(scope)}
            onChange={(on) => onChange(on ? [...value, scope] : value.filter((granted) => granted !== scope))}
          />
        ))}
      </div>
      <p className="text-sm text-ink-faint">
        Anyone with a signer’s link can sign as them: the audit trail records that the link was disclosed.
      </p>
      {error ? (
        <p id="scopes-error" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
