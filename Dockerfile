# The shop as a small image without a shell, run as the user nonroot. It needs DATABASE_URL: the image contains no PostgreSQL.
FROM node:22-slim AS client
WORKDIR /src
COPY client/package.json client/package-lock.json client/
RUN npm ci --prefix client --omit=dev --ignore-scripts --no-audit --no-fund
COPY client client
COPY media/stills media/stills
COPY graph graph
RUN npm --prefix client run build

FROM golang:1.26 AS server
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=client /src/client/dist client/dist
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /orrery . && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=server /orrery /orrery
COPY --from=server --chown=nonroot:nonroot /data /data
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
EXPOSE 8080
USER nonroot
ENTRYPOINT ["/orrery"]
