# The bot as an image: `docker compose --profile sqlite up --build -d` builds and starts it, see docs/operating.md.
FROM python:3.13-slim-bookworm AS build
WORKDIR /gruppetto
COPY pyproject.toml constraints.txt ./
RUN python -m venv .venv
# pip takes no hashes from constraints, uv does
RUN sed -n '/^uv==/,/[^\\]$/p' constraints.txt > .venv/uv.txt
RUN .venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r .venv/uv.txt
RUN .venv/bin/uv pip install --no-cache --python .venv/bin/python --require-hashes -c constraints.txt -r pyproject.toml --extra postgres --extra cjk
RUN .venv/bin/pip uninstall --quiet --yes uv

FROM python:3.13-slim-bookworm
# joins the letters of Arabic and Indic names
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --home-dir /data --create-home gruppetto
WORKDIR /gruppetto
COPY --from=build /gruppetto/.venv .venv
COPY . .
RUN .venv/bin/python -m compileall -q bot.py cogs db engines host lessons locales model opponents platforms render sandbox screen web
RUN .venv/bin/python -m locales.compile
USER gruppetto
# the database and the backups are there
WORKDIR /data
VOLUME /data
ENV PATH=/gruppetto/.venv/bin:/usr/local/bin:/usr/bin:/bin METRICS_PORT=9100 METRICS_HOST=0.0.0.0 LOG_FORMAT=json
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s \
    CMD ["python", "/gruppetto/deploy/healthy.py"]
CMD ["python", "/gruppetto/bot.py"]
