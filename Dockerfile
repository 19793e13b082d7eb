# The program is compiled here, with the tools that only developers need.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY config config
COPY src src
COPY workers workers
RUN npm run build

FROM node:20-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY --from=build /app/dist dist
# A volume that is mounted here for the first time belongs to whom the folder belongs to.
RUN mkdir -p /var/lib/pagewitness /srv/reports /srv/backups \
  && chown node:node /var/lib/pagewitness /srv/reports /srv/backups
ENV NODE_ENV=production \
  PAGEWITNESS_HOME=/var/lib/pagewitness \
  PAGEWITNESS_HEALTH=0.0.0.0:9464
USER node
EXPOSE 9464
# Answers as long as the process does; whether store and queue answer is told by /ready.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:9464/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: a signal that ends the container reaches node.
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["work"]
