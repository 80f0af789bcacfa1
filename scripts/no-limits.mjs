/** Environment variables that switch off all rate limits. */
export const noLimits = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_SIGNING: '0',
  RATE_LIMIT_VERIFY: '0',
  RATE_LIMIT_TRUST: '0',
}
