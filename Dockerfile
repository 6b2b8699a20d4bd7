# syntax=docker/dockerfile:1
# The server, its workers and the command in one image: no shell is needed to run it, its root file system may be read-only, and
# all that it writes is in /data.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci
RUN npm run build
# The image brings its own Node, so the one from npm stays behind.
RUN npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.cache
RUN node packaging/assemble.ts /app && mkdir /data

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production ECTROPY_DATA=/data
WORKDIR /app
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /app ./
COPY --from=build --chown=1000:1000 /data /data
# It must have a name in /etc/passwd, because the embedded PostgreSQL looks there: 1000 is called node.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/app/probe.ts"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "/app/packages/cli/bin/ectropy.cjs"]
CMD ["serve"]
