# docker build -t paraph . && docker run --network host -e HOST=127.0.0.1 -v paraph:/data paraph
# One container with the embedded PostgreSQL, or web and worker apart: `node server/start.mjs web` (or `worker`) with DATABASE_URL.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# The base has the Node that is needed.
RUN node server/start.mjs build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-*

FROM ${BASE}
# With OFFICE="libreoffice-writer-nogui libreoffice-math-nogui", DOCX, ODT and HTML are accepted where the container may make
# user namespaces and mount /proc in them. Math prints the equations of a DOCX.
ARG OFFICE=""
RUN [ -z "$OFFICE" ] || (apt-get update && apt-get install -y --no-install-recommends $OFFICE && rm -rf /var/lib/apt/lists/*)
WORKDIR /app
COPY --from=build /app /app
RUN (id 1000 || useradd --uid 1000 paraph) \
  && mkdir /data && chown 1000:1000 /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/v1/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.mjs"]
