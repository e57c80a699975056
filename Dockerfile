# The product's two images: `app` runs any Node process, named by its first argument; `browser` runs the Chromium that captures pages.
# `npm run images` builds both.
#
# Base images. A release pins each by digest: `--build-arg RUNTIME_IMAGE=gcr.io/distroless/cc-debian12@sha256:…`.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:latest
ARG BROWSER_BASE=docker.io/library/debian:bookworm-slim

# Only manifests, so that packages are reinstalled only when one of these changes.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests \
 && cp package-lock.json .npmrc /manifests \
 && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents -t /manifests {} +

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY --from=manifests /manifests ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s build
# Runtime files: bundles, and the files that bundles and operator commands read. Stack traces need the bundles' source maps.
RUN mkdir /product \
 && find dist proto services topology gateway \
      \( -name node_modules -o -name src -o -name build \) -prune -o -type f \
      \( -path 'dist/*' -o -path '*/dist/*' -o -path '*/migrations/*' -o -path 'gateway/pages/*' -o -path 'services/http-host/look/*' -o -name package.json \) \
      -not -path '*/dist/*.js.map' -not -name '*.d.ts' -not -name '*.d.ts.map' -not -name '*.tsbuildinfo' -not -name .built-from -exec cp --parents -t /product {} + \
 && cp LICENSE /product \
 && find /product/gateway/agent-mcp/dist -type f -not -name 'mcp-hosts.*' -delete \
 && rm -r /product/services/viewcheck-command/dist \
 && chmod -R u=rwX,go=rX /product

# Production packages for the image's architecture.
FROM ${NODE_IMAGE} AS dependencies
ARG TARGETARCH
WORKDIR /src
COPY --from=manifests /manifests ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
      --os=linux --libc=glibc --cpu="$(test "${TARGETARCH:-amd64}" = arm64 && echo arm64 || echo x64)" \
      -w services -w topology -w proto -w gateway -w gateway/operations \
 && mkdir /packages \
 && find . -path ./node_modules -prune -o -name node_modules -prune -exec cp -a --parents -t /packages {} + \
 && cp -a node_modules /packages \
 && cd /packages \
 && rm -rf node_modules/@types node_modules/.package-lock.json \
 && find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' -not -iname 'license*' \) -delete \
 && find . -name .bin -prune -exec rm -rf {} + \
 && chmod -R u=rwX,go=rX .

FROM ${RUNTIME_IMAGE} AS app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=dependencies /packages /app
COPY --from=build /product /app
WORKDIR /app
USER 10001:10001
ENV NODE_ENV=production
# Limit per-thread arenas and release freed memory: a fifth less memory at the peak of uploads, a third less after it.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144
ENTRYPOINT ["/usr/local/bin/node", "--import", "@svc/chassis/logging/source-maps", "--import", "@svc/chassis/telemetry"]
CMD ["dist/gateway.js"]
ARG VERSION=0.0.0
LABEL org.opencontainers.image.title="Dealbridge" \
      org.opencontainers.image.description="Every process of Dealbridge; the first argument says which" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"

FROM ${BROWSER_BASE} AS browser
# An archive snapshot, such as https://snapshot.debian.org/archive/debian/20261101T000000Z, makes packages reproducible.
ARG DEBIAN_SNAPSHOT=
RUN if [ -n "$DEBIAN_SNAPSHOT" ]; then \
      rm -f /etc/apt/sources.list.d/* \
      && echo "deb [check-valid-until=no] $DEBIAN_SNAPSHOT bookworm main" > /etc/apt/sources.list; \
    fi \
 && apt-get update \
 && apt-get install -y --no-install-recommends chromium fonts-liberation fonts-noto-cjk fonts-noto-color-emoji \
 && apt-get clean \
 && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/* /root/.cache /tmp/* \
 && mkdir -p /home/browser \
 && chown 10002:10002 /home/browser
USER 10002:10002
WORKDIR /home/browser
ENV HOME=/home/browser TMPDIR=/home/browser LANG=C.UTF-8
# A small host starts a Chromium for each connecting process, sandboxed where the machine allows it. Browsers reach the network only through
# the proxy that the process names.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /product/services/screenshot/package.json /opt/browser-host/package.json
COPY --from=build /product/services/screenshot/dist/browser-host /opt/browser-host/dist/browser-host
COPY --from=build /product/services/screenshot/dist/capture/capture-limits.js /opt/browser-host/dist/capture/
COPY --from=build /product/services/guarded-browser/package.json /opt/browser-host/node_modules/@svc/guarded-browser/package.json
COPY --from=build /product/services/guarded-browser/dist/chromium/process-memory.js \
     /opt/browser-host/node_modules/@svc/guarded-browser/dist/chromium/
COPY --from=build /product/services/guarded-browser/dist/visits/visit-limits.js \
     /opt/browser-host/node_modules/@svc/guarded-browser/dist/visits/
ENTRYPOINT ["/usr/local/bin/node", "/opt/browser-host/dist/browser-host/main.js"]
ARG VERSION=0.0.0
LABEL org.opencontainers.image.title="Dealbridge browser" \
      org.opencontainers.image.description="Chromium for captures of Dealbridge, one for each process that connects" \
      org.opencontainers.image.licenses="BSD-3-Clause" \
      org.opencontainers.image.version="${VERSION}"
