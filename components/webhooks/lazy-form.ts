import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

export const WebhookForm = loadedLater(() =>
  import('#components/webhooks/webhook-form.tsx').then((module) => module.WebhookForm),
)
