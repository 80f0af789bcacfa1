import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'

/** A URL to copy into the settings of a provider. */
export function ReadOnlyUrl({ label, hint, url }: { label: string; hint: string; url: string }) {
  return (
    <Field label={label} hint={hint}>
      <Input
        readOnly
        value={url}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="font-mono text-sm"
      />
    </Field>
  )
}
