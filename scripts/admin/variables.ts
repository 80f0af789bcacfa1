/** The variables as the service gets them: `admin` adds the DATABASE_URL of the embedded PostgreSQL afterwards. */
export const variables = { ...process.env }
